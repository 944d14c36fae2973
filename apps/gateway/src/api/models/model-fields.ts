import * as z from 'zod'

/** The request fields that choose the model, see {@link RequestModels}. */
export const modelFields = {
  model: z.string().nullish(),
  /** The provider of `model`. */
  provider: z.string().min(1).max(100).nullish(),
}

export interface RequestedModel {
  readonly model?: string | null | undefined
  readonly provider?: string | null | undefined
}
