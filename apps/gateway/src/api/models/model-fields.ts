import * as z from 'zod'

/** The fields of a request that choose its model: see {@link RequestModels}. */
export const modelFields = {
  model: z.string().nullish(),
  /** The provider of `model`. */
  provider: z.string().min(1).max(100).nullish(),
}

export interface RequestedModel {
  readonly model?: string | null | undefined
  readonly provider?: string | null | undefined
}
