import { type Headers, headerOf } from './headers.js'

/**
 * Whether a program sent the mail: an answer would go to a robot, a mailing list or no one, and two robots could answer each other forever
 * (RFC 3834, section 2).
 */
export function isAutomatic(headers: Headers, subject: string): boolean {
  const submitted = headerOf(headers, 'auto-submitted')
  if (submitted !== undefined && !/^no\b/i.test(submitted)) return true
  if (/^(bulk|junk|list|auto_reply)$/i.test(headerOf(headers, 'precedence') ?? '')) return true
  if (headerOf(headers, 'return-path') === '<>') return true
  if (/^multipart\/report\b/i.test(headerOf(headers, 'content-type') ?? '')) return true
  return headers.some(({ key }) => ofPrograms.has(key)) || automaticSubject.test(subject)
}

const ofPrograms: ReadonlySet<string> = new Set([
  'list-id',
  'list-unsubscribe',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
])

/** What Exchange and others write in front of the subject that they answer, often with no header that says as much. */
const automaticSubject =
  /^\s*(?:Automatic reply|Auto[- ]?reply|Out of (?:the )?office|Automatische (?:Antwort|reactie)|Abwesenheitsnotiz|Automatisch antwoord|Réponse automatique|Respuesta automática|Resposta automática|Risposta automatica|Automatiskt svar|Automatisk svar|Odpowiedź automatyczna|Автоматический ответ|自动答复|自動回覆|自動応答)\s*[:：]/i

/** Addresses that bounces and notices come from. */
export function isRobot(address: string): boolean {
  return /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)\b/i.test(address)
}
