import { errorBody } from './error-response.js'
import type { Failure } from './failure.js'

/** Thrown by routes for a request that cannot be served, with the response that says why. */
export class RequestError extends Error {
  readonly status: number
  readonly code: string
  /** The field of the request that has the error. */
  readonly param: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    {
      param = null,
      headers = {},
    }: { readonly param?: string | null; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.code = code
    this.param = param
    this.headers = headers
  }

  toResponse(): Response {
    const { status, code, message, param, headers } = this
    return Response.json(errorBody(status, code, message, param), { status, headers })
  }
}

/** Returns the error for the failed end of a turn. */
export function toRequestError({ status, code, message, headers = {} }: Failure): RequestError {
  return new RequestError(status, code, message, { headers })
}

export function badRequest(message: string, param: string | null = null): RequestError {
  return new RequestError(400, 'invalid_request', message, { param })
}
