const hidden = /^(style|script|head|title|template)$/
const blocks = /^(p|div|br|tr|li|h[1-6]|ul|ol|table|blockquote|pre|hr|section|article|header|footer)$/

/** The visible text of a mail without a part in plain text. Reads each character once. */
export function htmlToText(html: string): string {
  let text = ''
  let skipped: string | undefined
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open === -1 ? html.length : open
    if (skipped === undefined) text += html.slice(at, end).replace(/\s+/g, ' ')
    if (open === -1) break
    const isComment = html.startsWith('<!--', open)
    const close = html.indexOf(isComment ? '-->' : '>', open + 1)
    if (close === -1) break
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z\d]*)/i.exec(html.slice(open, open + 20)) ?? []
    const tag = name.toLowerCase()
    if (skipped === undefined && !slash && hidden.test(tag)) skipped = tag
    else if (slash && skipped === tag) skipped = undefined
    else if (skipped === undefined && blocks.test(tag)) text += '\n'
    at = close + (isComment ? 3 : 1)
  }
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
