import * as z from 'zod'

/** The document itself, whose format has a separate specification. */
export const documentSchema = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) })
