import type * as z from 'zod'
import type { AnswerName } from './answer-schemas.js'

/** One route as the document of the API describes it. */
export interface ApiRoute {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** With parameters as `{id}`. */
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
  /** The parts of a body that is a form. */
  readonly form?: z.ZodType
  readonly query?: Readonly<Record<string, string>>
  /** Headers that the route reads. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default 200. */
  readonly status?: number
  /** JSON. */
  readonly answer?: AnswerName
  /** The answer is, or may be, a stream of server-sent events, and this the data of each. */
  readonly events?: AnswerName
  /** The answer is a text. Default: JSON. */
  readonly isText?: boolean
  /** The answer is the content of a file. */
  readonly isFile?: boolean
  /** What else it answers, by status. */
  readonly otherAnswers?: Readonly<Record<number, OtherAnswer>>
  /** Needs no key. */
  readonly isOpen?: boolean
}

/** An answer with another status than usual. */
export interface OtherAnswer {
  readonly description: string
  readonly answer: AnswerName
}
