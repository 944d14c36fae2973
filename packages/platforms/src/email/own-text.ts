import { withoutHistory } from './without-history.js'
import { withoutSignature } from './without-signature.js'

/** What a person wrote in a mail: without the signature. In a reply, also without the mail that it answers, which programs put below. */
export function ownText(text: string, { isReply }: { readonly isReply: boolean }): string {
  const whole = withoutSignature(text.replaceAll('\r\n', '\n').trimEnd().split('\n'))
  // Many signatures stand above the history.
  const own = isReply ? withoutSignature(withoutHistory(whole)) : whole
  return own.join('\n').trim()
}
