import type { ErrorObject } from './error-schema.js'

/** Returns an error in the format of OpenAI's API. */
export function errorResponse(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(errorBody(status, code, message), { status, headers })
}

/** Returns the body of an error. `param`: the field of the request that has the error. */
export function errorBody(status: number, code: string, message: string, param: string | null = null): ErrorObject {
  return { error: { message, type: typeOf(status), param, code } }
}

function typeOf(status: number): ErrorObject['error']['type'] {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}
