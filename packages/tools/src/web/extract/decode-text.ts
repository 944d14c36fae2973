const longestDeclaration = 2_048

/**
 * Decodes a page. The encoding comes from the byte order mark, else the header, else the page itself. The fallback is
 * UTF-8, or windows-1252 when the bytes are not valid UTF-8.
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const decoder = fromMark(bytes) ?? toDecoder(charset) ?? toDecoder(declaredIn(bytes))
  if (decoder) return decoder.decode(bytes)
  try {
    // A truncated page may end within a character, which does not indicate another encoding.
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
    // An unknown label is ignored.
    return undefined
  }
}

/** Returns the encoding from `<meta charset>`, its older form, or the XML declaration. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, longestDeclaration))
  const label =
    /<meta\b[^>]*?charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]*?encoding=["']([\w.:-]+)/i.exec(head)?.[1]
  // A page that can be parsed this far is not UTF-16, whatever it declares.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}
