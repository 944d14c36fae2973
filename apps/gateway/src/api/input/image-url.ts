import * as z from 'zod'

const dataUri = /^data:image\/[\w.+;=-]{1,100};base64,/i
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * The address of an image. It is stored with the message and sent with every later request of its session, so an address that no provider can read must
 * be rejected.
 */
export const imageUrlSchema = z.string().refine((url) => isWebAddress(url) || isImageData(url), {
  error: 'must be an http or https URL, or a data URI of an image in base64, such as "data:image/png;base64,..."',
})

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

function isImageData(url: string): boolean {
  const [head] = dataUri.exec(url) ?? []
  if (head === undefined) return false
  return isBase64(url.slice(head.length))
}

/** Whether data is base64 and not empty. */
export function isBase64(data: string): boolean {
  return data.length % 4 === 0 && base64.test(data)
}
