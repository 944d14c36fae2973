import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { modelRouteSchema } from './model-routes-schema.js'

/** The section `model_aliases`. */
export const modelAliasesSchema = lazily(() =>
  z
    .record(
      z
        .string()
        .regex(
          /^[^\s:/-][^\s:/]{0,99}$/,
          'is one word of at most 100 characters, without : and /, that does not begin with -',
        ),
      modelRouteSchema(),
    )
    .default({})
    .describe('Short names for models, for /model and -m.'),
)
