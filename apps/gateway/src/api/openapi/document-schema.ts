import * as z from 'zod'

/** The document itself, whose format has a specification of its own. */
export const documentSchema = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) })
