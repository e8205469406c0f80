"""Templates that want to fill the memory or never to end: each way of making something has its gate."""

from __future__ import annotations

import pytest
from jinja2.exceptions import SecurityError, TemplateSyntaxError

from posenc_cli.render import sandbox
from posenc_cli.render.sandbox import MOST_MARKS, Bounded

DOUBLED = "{{% set ns = namespace(x={start}) %}}{{% for i in range(60) %}}{{% set ns.x = {again} %}}{{% endfor %}}"


@pytest.fixture
def jinja(monkeypatch: pytest.MonkeyPatch) -> Bounded:
    """The sandbox, at the beginning of a page, with fewer steps than usual so that this is quick."""
    monkeypatch.setattr(sandbox, "MOST_STEPS", 20_000)
    made = Bounded(autoescape=True, trim_blocks=True)
    made.begin()
    return made


@pytest.mark.parametrize(
    "text",
    [
        DOUBLED.format(start="'a'", again="ns.x ~ ns.x"),
        DOUBLED.format(start="'a'|e", again="ns.x ~ ns.x"),
        DOUBLED.format(start="'a'", again="ns.x + ns.x"),
        DOUBLED.format(start="[1]", again="ns.x + ns.x"),
        DOUBLED.format(start="'a'", again="(ns.x, ns.x) | join"),
        DOUBLED.format(start="[1]", again="[ns.x, ns.x]"),
        DOUBLED.format(start="(1,)", again="(ns.x, ns.x)"),
        DOUBLED.format(start="1", again="{'a': ns.x, 'b': ns.x}"),
        DOUBLED.format(start="1", again="dict(a=ns.x, b=ns.x)"),
        DOUBLED.format(start="10 ** 1000", again="ns.x * ns.x"),
        "{% set x = 'a' * 999999 %}{% for i in range(99) %}{% set y = x[i:] %}{% endfor %}",
        "{% set ns = namespace() %}{% set ns.a = ns %}{{ ns }}",
        "{{ [namespace()] }}",
        "{{ '%999999999d' % 1 }}",
        "{{ '%*d' % (999999999, 1) }}",
        "{{ '%.999999999f' | format(1) }}",
        "{{ '{:999999999}'.format(1) }}",
        "{{ '{:{}}'.format(1, 999999999) }}",
        "{{ '{x:999999999}'.format_map({'x': 1}) }}",
        "{{ ('{0}' * 9999).format('a' * 9999) }}",
        "{{ '%s' % (['a' * 999999] * 999,) }}",
        "{{ 'a' | center(10 ** 9) }}",
        "{{ ['a'] | map('center', 10 ** 9) | list }}",
        "{{ 'a'.ljust(10 ** 9) }}",
        "{{ 'a'.zfill(10 ** 9) }}",
        "{{ ('\t' * 999999).expandtabs(9999) }}",
        "{{ ('a' * 999999).replace('a', 'b' * 9999) }}",
        "{{ ('a' * 999999) | replace('a', 'b' * 9999) }}",
        "{{ ('b' * 9999).join('a' * 999999) }}",
        "{{ ('a' * 999999) | join('b' * 9999) }}",
        "{{ ('a' * 999999).translate({97: 'b' * 9999}) }}",
        "{{ ('a\n' * 9999) | indent(99999) }}",
        "{{ range(5) | batch(10 ** 9, 'x') | list }}",
        "{{ [1] | slice(10 ** 9) | list }}",
        "{{ ([range(99999) | list] * 9999) | sum(start=[]) }}",
        "{{ (1).to_bytes(10 ** 9, 'big') }}",
        "{{ 1.5 | round(10 ** 9, 'ceil') }}",
        "{{ ((10 ** 1000) ** 1000) ** 1000 }}",
        "{{ ('f' * 999999) | int(0, 16) }}",
        "{% filter center(10 ** 9) %}a{% endfilter %}",
        "{% set x | center(10 ** 9) %}a{% endset %}",
        "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
        "{% for i in range(99999) if (range(99999) | sum) %}{% endfor %}",
        "{% for i in 'a' * 999999 if false %}{% endfor %}",
        "{% for i in range(99999) recursive %}{{ loop(range(99999)) }}{% endfor %}",
        "{{ ('x' * 999) | select('in', range(9999) | list) | list }}",
        "{% for i in range(99999) %}" + "a" * 999 + "{% endfor %}",
    ],
)
def test_what_would_be_too_large_or_never_end_is_refused(jinja: Bounded, text: str) -> None:
    """Operators, literals, slices, filters, methods, formats, macros, loops, and the text between the marks."""
    with pytest.raises(SecurityError, match=r"too large|more than|namespace|numbers only"):
        jinja.from_string(text).render()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{{ 'a' ~ 1 ~ '<' ~ ('<b>' | e) }}", "a1&lt;&lt;b&gt;"),
        ("{{ [3, 1, 2] | sort | join(', ') }}", "1, 2, 3"),
        ("{{ '%05.2f' % 3.14159 }} {{ '%s-%s' | format(1000000, 2) }}", "03.14 1000000-2"),
        ("{{ '{:>6.2f}|{}'.format(2.5, 2000000) }}", "  2.50|2000000"),
        ("{{ 'abc'[::-1] }}{{ 'ab' | center(6) }}|{{ 'ab'.ljust(4) }}|", "cba  ab  |ab  |"),
        ("{{ range(5) | map('string') | map('upper') | batch(2, '-') | map('join') | list }}", None),
        ("{{ 123456789.25 | round(1) }} {{ 2 ** 10 }} {{ 7 // 2 }} {{ 7 % 4 }}", "123456789.2 1024 3 3"),
        ("{% for i in range(6) if i is even %}{{ loop.index }}/{{ loop.length }} {% endfor %}", "1/3 2/3 3/3 "),
        ("{% set ns = namespace(n=0) %}{% for i in [4, 5] %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}", "9"),
        ("{% macro f(x, y=2) %}{{ x }}{{ y }}{{ caller() }}{% endmacro %}{% call f(1) %}!{% endcall %}", "12!"),
        ("{% set a, b = (1, {'k': [2]}) %}{{ a }}{{ b.k[0] }}{{ b['k'] == [2] }}{{ 1 < 2 in [2] }}", "12TrueTrue"),
        ("{{ nothing | default(50000000) }}{{ [1, 2] | select('ge', 2) | first }}", "500000002"),
    ],
)
def test_ordinary_work_is_as_in_jinja(jinja: Bounded, text: str, shown: str | None) -> None:
    """What people write in templates says the same as without measuring."""
    if shown is None:
        shown = "[&#39;01&#39;, &#39;23&#39;, &#39;4-&#39;]"
    assert jinja.from_string(text).render() == shown


def test_a_page_begins_anew(jinja: Bounded) -> None:
    """What one page used is not taken from the next."""
    template = jinja.from_string("{% for i in range(9) %}{{ i }}{% endfor %}")
    used = []
    for _ in range(2):
        jinja.begin()
        template.render()
        used.append((jinja.steps, jinja.signs))
    assert used[0] == used[1] > (9, 9)


def test_a_file_of_marks_only_is_refused_before_it_is_read(jinja: Bounded) -> None:
    """Reading it would take minutes."""
    with pytest.raises(TemplateSyntaxError, match="marks"):
        jinja.from_string("{{1}}" * (MOST_MARKS + 1))
