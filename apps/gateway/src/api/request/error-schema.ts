import * as z from 'zod'

/** An error in the format of OpenAI's API. */
export const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    type: z.enum([
      'invalid_request_error',
      'authentication_error',
      'permission_error',
      'rate_limit_error',
      'server_error',
    ]),
    /** The field of the request that has the error. */
    param: z.string().nullable(),
    code: z.string(),
  }),
})

export type ErrorObject = z.output<typeof errorSchema>
