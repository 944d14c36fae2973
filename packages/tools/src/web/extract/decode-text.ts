const longestDeclaration = 2_048

/**
 * The text of a page. Its encoding is that of a byte order mark, else the one that the header names, else the one that the page
 * itself declares, else UTF-8, or windows-1252 for what is no UTF-8.
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const decoder = fromMark(bytes) ?? toDecoder(charset) ?? toDecoder(declaredIn(bytes))
  if (decoder) return decoder.decode(bytes)
  try {
    // A cut page may end within a character: that alone makes it no other encoding.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function fromMark(bytes: Uint8Array) {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder('utf-8')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  return undefined
}

function toDecoder(label: string | undefined) {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    // A label that nobody knows is as good as none.
    return undefined
  }
}

/** `<meta charset>`, its older form, or the first line of XML. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, longestDeclaration))
  const label =
    /<meta\b[^>]*?charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]*?encoding=["']([\w.:-]+)/i.exec(head)?.[1]
  // A page that could be read this far is no UTF-16, whatever it says.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}
