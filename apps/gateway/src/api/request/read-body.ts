import type { Context } from 'hono'
import type * as z from 'zod'
import { describeProblem } from './describe-problem.js'
import { badRequest } from './request-error.js'

/**
 * Returns the validated body of a request. An empty body is an empty object.
 * @throws {RequestError} when it is not JSON or does not match the schema.
 */
export async function readBody<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(context), { reportInput: true })
  if (parsed.success) return parsed.data
  const { message, param } = describeProblem(parsed.error)
  throw badRequest(message, param)
}

async function readJson(context: Context): Promise<unknown> {
  const length = context.req.header('content-length')
  const isEmpty = length === undefined ? context.req.header('transfer-encoding') === undefined : length === '0'
  if (isEmpty) return {}
  try {
    return await context.req.json()
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest('The request body is not valid JSON.')
    throw error
  }
}
