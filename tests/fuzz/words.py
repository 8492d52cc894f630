"""Values that programs stumble over, by where they stand."""

from __future__ import annotations

EVIL = "\u202eevil\u2028fake\ufeff"

NUMBERS = [
    "-1",
    "0",
    "1e999",
    "-1e308",
    "1e-320",
    "nan",
    "inf",
    "9" * 400,
    "0x7fffffffffffffff",
    "1_000",
    "٣",
    "1e30",
    "99999",
]
TEXTS = [
    "",
    "\u2060",
    "\u00ad",
    "a\u0301" * 300,
    "\U0001f469\u200d\U0001f469" * 20,
    "ﷺ" * 50,
    "\u0000",
    "\u001b]0;pwned\u0007",
    "\u009b31m",
    EVIL,
    "x" * 100_000,
    "word " * 5_000,
    "**" * 2_000,
    "*a **b *c** {anchor} {nothing} `d`",
    "[x](y) ![z](../canary/secret.png)",
    "<b>&amp;</b><script>",
    "{{ 7 * 7 }}{% raw %}",
    "../canary/secret.png",
    "../canary/secret.txt",
    "/dev/zero",
    "file:///etc/passwd",
    "a/../../canary/secret.svg",
    "con.svg",
    "C:\\x.png",
    "\\\\host\\x",
    "~/x.svg",
    ".",
    "..",
    "/",
    "a" * 255,
    "\udc80".encode("utf-8", "surrogatepass").decode("latin-1"),
]
YAML = [
    "~", "[]", "{}", "[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]", "{a: {a: {a: {a: 1}}}}", "!!python/object/apply:os.system [x]",
    "!!binary YQ==", "&a [*a]", "*title", "*nothing", "? a", "<<: {a: 1}", "yes", "1:30", "2020-01-01", "0o7", "|", ">-",
    "'", '"', "@", "`", "%YAML 9", "---", "...", "\t", "- - - -", "[" * 3_000, "{a: " * 500, '"\\ud800"', '"\\x00"',
    "../canary/secret.csv", "ships.csv#x", "game.yaml",
]  # fmt: skip
TEMPLATE = [
    "{{ card }}", "{{ card.__class__.__mro__ }}", "{{ ''.join(range(99999999)) }}", "{% for i in range(99999999) %}x{% endfor %}",
    "{% include '../../canary/secret.txt' %}", "{% include 'goods.svg.j2' %}", "{% extends 'goods.svg.j2' %}",
    "{% import 'frame.svg.j2' as f %}{{ f.frame('x', none) }}", "{{ 9 ** 9 ** 9 }}", "{{ 'x' * 10 ** 9 }}", "{{ none.x }}", "{%",
    "{{", "#}", "{{ 'a' | color }}", "{{ '\\x1b' | color }}", "{{ 1 / 0 }}", "{{ nothing }}", "{% set x = x %}", "{{ [1] | first | first }}",
    "{{ card | tojson }}", "{{ '%s' % '' }}", "{{ '{0.__class__}'.format(1) }}", "{{ cycler() }}", "{{ lipsum(999) }}", "{{ dict(a=1) | items }}",
    "{{ card.name | indent(999999) }}", "{{ '%999999999d' % 1 }}", "{{ range(10) | batch(0) | list }}", "{{ 'x'.center(10**9) }}",
]  # fmt: skip
MARKUP = [
    '<card:icon name="anchor" x="0" y="0" size="1e30"/>', '<card:icon name="anchor" x="1e308" y="0" size="-5"/>', '<card:icon/>',
    '<card:text x="0" y="0" width="1e30" height="1e30" style="body">words {anchor}</card:text>', "<card:text/>",
    '<card:text x="0" y="0" width="0" height="0" style="body">words</card:text>', '<card:column x="0" y="0" width="1e9" height="1"/>',
    '<card:text x="nan" y="inf" width="1" height="1" style="nothing">a</card:text>', "<card:bleed/><card:bleed/>",
    '<image href="../canary/secret.png" width="9" height="9"/>', '<image href="file:///etc/passwd" width="9" height="9"/>',
    '<image href="data:image/png;base64,AAAA" width="1e38" height="9"/>', '<use href="#s"/>', '<g id="q"><use href="#q"/></g>',
    '<rect width="1e38" height="1e38" filter="url(#blur)"/>', '<path d="M0 0 L1e30 nan"/>', '<path d="M"/>', '<script>1</script>',
    '<style>@import url(../canary/secret.css); * { fill: url(x) } </style>', '<style>a{b:c', "<!--", "<![CDATA[", "<?x?>", "&x;",
    '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "../canary/secret.txt">]>', '<text font-family="Nothing">a</text>',
    '<linearGradient id="g" href="#g"/>', '<pattern id="p" width="1e-9" height="1e-9"><rect fill="url(#p)"/></pattern>',
    '<mask id="m" mask="url(#m)"/>', '<text><textPath href="#nothing">a</textPath></text>', '<svg viewBox="0 0 0 0"/>',
    '<g style="filter:blur(1e9px)"><rect width="9" height="9"/></g>', '<foreignObject><p>a</p></foreignObject>', "<g>" * 2_000,
    '<pattern id="p2" width="0.001" height="0.001" patternUnits="userSpaceOnUse"><path d="M0 0H1V1Z"/></pattern><path fill="url(#p2)" d="M0 0H99V79H0Z"/>',
    '<path stroke="#000" stroke-dasharray="0.0001" d="M0 0 H 99999"/>', '<g stroke="#000" stroke-dasharray="1e-5"><circle r="90000"/></g>',
    '<mask id="m2"><rect width="99" height="79"/></mask>' + '<rect mask="url(#m2)" width="99" height="79"/>' * 15_000,
    '<g transform="scale(1e30) rotate(nan)"><rect width="9" height="9"/></g>', '<rect width="9" height="9" fill="\u009b31m"/>',
]  # fmt: skip
NAMES = [
    "\x1b]0;pwned\x07.svg", f"{EVIL}.svg", "a" * 250 + ".svg", "-rf.svg", "*.svg", "a\nb.svg", "'.svg", "ünï.svg", "\udcff.svg", "con.svg",
    " .svg", "..svg", "%s%n.svg", "{star}.svg", "a:b.svg", "a\\b.svg",
]  # fmt: skip
