import { withoutHistory } from './without-history.js'
import { withoutSignature } from './without-signature.js'

/** Returns what a person wrote in a mail, without the signature. In a reply, also without the quoted mail, which programs put below. */
export function ownText(text: string, { isReply }: { readonly isReply: boolean }): string {
  const whole = withoutSignature(text.replaceAll('\r\n', '\n').trimEnd().split('\n'))
  // Many signatures stand above the history.
  const own = isReply ? withoutSignature(withoutHistory(whole)) : whole
  return own.join('\n').trim()
}
