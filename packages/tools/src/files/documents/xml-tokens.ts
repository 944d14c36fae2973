export type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Yields the elements and texts of an XML file as Office programs write it. Names have no prefix. Skips comments,
 * processing instructions and doctypes. Expands only the predefined entities.
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (let at = 0; at < xml.length; ) {
    const start = xml.indexOf('<', at)
    const end = start === -1 ? -1 : xml.indexOf('>', start)
    const textEnd = start === -1 ? xml.length : start
    if (textEnd > at) yield { kind: 'text', text: decodeEntities(xml.slice(at, textEnd)) }
    if (end === -1) break
    const token = toToken(xml.slice(start + 1, end))
    if (token) yield token
    at = end + 1
  }
}

function toToken(tag: string): XmlToken | undefined {
  if (tag.startsWith('/')) return { kind: 'close', name: localName(tag.slice(1)) }
  if (/^[?!]/.test(tag)) return undefined
  const isEmpty = tag.endsWith('/')
  const inner = isEmpty ? tag.slice(0, -1) : tag
  const space = inner.search(/\s/)
  const name = localName(space === -1 ? inner : inner.slice(0, space))
  return { kind: 'open', name, attributes: space === -1 ? '' : inner.slice(space), isEmpty }
}

function localName(name: string): string {
  return name.trim().replace(/^.*:/, '')
}

/** Returns the value of an attribute, by its name without prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? []
  return value === undefined ? undefined : decodeEntities(value)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      if (name !== undefined) return named[name] ?? whole
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
    },
  )
}
