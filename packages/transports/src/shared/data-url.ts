export interface DataUrl {
  /** Media type in lower case, without parameters. */
  readonly mediaType: string
  readonly base64: string
}

/** Parses a base64 or percent-encoded `data:` URL. Returns `undefined` when `url` is not one or its content is empty. */
export function parseDataUrl(url: string): DataUrl | undefined {
  const comma = url.indexOf(',')
  if (!/^data:/i.test(url) || comma < 0) return undefined
  const [mediaType = '', ...parameters] = url.slice('data:'.length, comma).split(';')
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64')
  const bytes = isBase64 ? Buffer.from(url.slice(comma + 1), 'base64') : percentDecoded(url.slice(comma + 1))
  if (bytes.length === 0) return undefined
  return { mediaType: mediaType.trim().toLowerCase() || 'text/plain', base64: bytes.toString('base64') }
}

function percentDecoded(text: string): Buffer {
  try {
    return Buffer.from(decodeURIComponent(text))
  } catch (error) {
    if (error instanceof URIError) return Buffer.from(text)
    throw error
  }
}
