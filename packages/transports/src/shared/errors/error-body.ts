import { isRecord, oneLine } from '@hermes/safety'
import { recordAt, recordsAt, textAt, tryParseJson, type WireRecord } from '../json.js'

/** An error body in a uniform shape. */
export interface ErrorBody {
  /** Human-readable message on one line, at most 300 characters; `''` when there is none. */
  readonly message: string
  /** Text to match patterns against: codes, types and messages. */
  readonly searchText: string
  /** HTTP status stated in the body. */
  readonly status?: number
  readonly record: WireRecord
}

/**
 * Reads an error body: `{ error: { message, code, type } }`, `{ error: '...' }`, `[{ error }]` (Gemini), `{ detail }`
 * (FastAPI), `{ message, code }`, or OpenRouter's `metadata.raw`, the error body of the upstream provider.
 */
export function readErrorBody(body: unknown): ErrorBody {
  if (typeof body === 'string') return readErrorText(body)
  if (Array.isArray(body)) return readErrorBody(body[0])
  if (!isRecord(body)) return { message: '', searchText: '', record: {} }
  if (body.error !== undefined && body.error !== null && body.error !== body) return readErrorBody(body.error)
  const inner = innerBody(body)
  const own = textAt(body, 'message') || textAt(body, 'detail') || validationText(body) || textAt(body, 'msg')
  const codes = [body.code, body.type, body.status].filter(
    (code) => typeof code === 'string' || typeof code === 'number',
  )
  const status = codes.map(Number).find((code) => code >= 400 && code <= 599)
  return {
    message: inner?.message || oneLine(own, 300),
    searchText: [...codes, own, inner?.searchText ?? ''].join(' '),
    ...(status !== undefined && { status }),
    record: body,
  }
}

function readErrorText(text: string): ErrorBody {
  const parsed = tryParseJson(text)
  if (isRecord(parsed) || Array.isArray(parsed)) return readErrorBody(parsed)
  // An HTML page contains no useful message.
  const isPage = /^\s*<(!doctype|html)/i.test(text)
  return { message: isPage ? '' : oneLine(text, 300), searchText: isPage ? '' : text, record: {} }
}

function innerBody(body: WireRecord): ErrorBody | undefined {
  const raw = recordAt(body, 'metadata').raw
  return raw === undefined ? undefined : readErrorBody(raw)
}

/** Formats FastAPI's validation errors: `{ detail: [{ loc: ['body', 'model'], msg: 'Field required' }] }`. */
function validationText(body: WireRecord): string {
  return recordsAt(body, 'detail')
    .map((item) => `${Array.isArray(item.loc) ? item.loc.join('.') : ''}: ${textAt(item, 'msg')}`)
    .join('; ')
}
