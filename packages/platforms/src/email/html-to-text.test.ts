import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.js'
import { ownText } from './own-text.js'

test.each([
  ['entities', 'caf&eacute; 9&ndash;5, 3&nbsp;&euro;&hellip; &lt;b&gt; &#128512;', 'café 9–5, 3 €… <b> 😀'],
  [
    'paragraphs and lines',
    '<p>One<br>two</p>\n<p>three</p><div>four</div><div>five</div>',
    'One\ntwo\n\nthree\n\nfour\nfive',
  ],
  ['words in tags', 'un<b>believ</b>able <i>indeed</i> ,\n  yes', 'unbelievable indeed , yes'],
  [
    'an address behind a label',
    'See <a href="https://x.test/report">this <b>page</b></a>.',
    'See this page (https://x.test/report).',
  ],
  [
    'an address once',
    '<a href="https://x.test/">x.test</a> <a href="mailto:Ada@x.test">ada@x.test</a>',
    'x.test ada@x.test',
  ],
  ['no address of a script', '<a href="javascript:go()">go</a> <a href="#top">up</a>', 'go up'],
  [
    'a table',
    '<table><tr><th>Name</th><th>Price</th></tr><tr><td>Tea</td><td><p>3</p></td></tr></table>after',
    'Name | Price\nTea | 3\n\nafter',
  ],
  [
    'paragraphs in cells, as Outlook writes them',
    '<table><tr><td><p>Name</p></td><td></td><td><p>Price</p></td></tr></table>',
    'Name | Price',
  ],
  [
    'lists',
    'Buy:<ul><li>tea</li><li><p>milk</p><ol start="3"><li>cold</li><li>whole</li></ol></li></ul>Thanks',
    'Buy:\n\n- tea\n- milk\n\n  3. cold\n  4. whole\n\nThanks',
  ],
  ['text as it is', '<pre>if (a) {\n  b &lt; c\n}</pre>', 'if (a) {\n  b < c\n}'],
  [
    'pictures by their description',
    'Look: <img alt="A chart" src="cid:1"><img src="https://x.test/pixel.gif">',
    'Look: [picture: A chart]',
  ],
  [
    'nothing hidden',
    '<head><title>T</title><style>p{}</style></head><p style="display:none">secret</p><!-- c --><p>seen</p><script>x</script>',
    'seen',
  ],
  [
    'quotes',
    '<p>Is it this?</p><blockquote><p>one</p><p>two</p><blockquote>three</blockquote></blockquote>',
    'Is it this?\n\n> one\n>\n> two\n>\n> > three',
  ],
])('keeps %s', async (_, html, text) => expect(await htmlToText(html)).toBe(text))

const gmail =
  '<div dir="ltr">2</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Nov 23, 2026 at 10:00 Hermes &lt;<a href="mailto:hermes@agent.test">hermes@agent.test</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><p>Which one?</p><ol><li>tea</li><li>milk</li></ol></blockquote></div>'
const outlook =
  '<div>2</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><font><b>From:</b> Hermes &lt;hermes@agent.test&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Ada<br><b>Subject:</b> Re: Tea</font><div>&nbsp;</div></div><div>Which one?</div>'
const signed = '<div>2</div><span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Ada</div>'

test.each(Object.entries({ gmail, outlook, signed }))('extracts what was written in a reply (%s)', async (_, html) => {
  expect(ownText(await htmlToText(html), { isReply: true })).toBe('2')
})

test.each([
  ['deep', '<b>x'.repeat(300_000)],
  ['unclosed', '<div style="'.repeat(100_000)],
  ['wrongly closed', '<b>x</i>'.repeat(100_000)],
])('reads %s HTML without hanging', async (_, html) => expect(typeof (await htmlToText(html))).toBe('string'))
