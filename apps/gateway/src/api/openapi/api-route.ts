import type * as z from 'zod'
import type { AnswerName } from './answer-schemas.js'

/** A route, as the API document describes it. */
export interface ApiRoute {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** The path, with parameters as `{id}`. */
  readonly path: string
  readonly summary: string
  readonly tag:
    | 'Health'
    | 'Catalog'
    | 'Chat completions'
    | 'Responses'
    | 'Conversations'
    | 'Files'
    | 'Runs'
    | 'Sessions'
    | 'Questions'
    | 'Jobs'
    | 'Usage'
    | 'Platforms'
    | 'Webhooks'
  readonly body?: z.ZodType
  /** The parts of a form body. */
  readonly form?: z.ZodType
  readonly query?: Readonly<Record<string, string>>
  /** The headers that the route reads. */
  readonly headers?: Readonly<Record<string, string>>
  /** The status of the answer. Default: 200. */
  readonly status?: number
  /** The schema of a JSON answer. */
  readonly answer?: AnswerName
  /** The schema of the data of each event, if the answer is, or may be, a stream of server-sent events. */
  readonly events?: AnswerName
  /** Whether the answer is text. Default: JSON. */
  readonly isText?: boolean
  /** Whether the answer is the content of a file. */
  readonly isFile?: boolean
  /** Other answers, by status. */
  readonly otherAnswers?: Readonly<Record<number, OtherAnswer>>
  /** Whether the route needs no key. */
  readonly isOpen?: boolean
}

/** An answer with another status than the usual one. */
export interface OtherAnswer {
  readonly description: string
  readonly answer: AnswerName
}
