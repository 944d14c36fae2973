import * as z from 'zod'

/** The result of an event. `challenge`: the text with which a service verifies the address. */
export const webhookReceiptSchema = z.union([
  z.object({ status: z.enum(['accepted', 'duplicate']), id: z.string() }),
  z.object({ status: z.literal('ignored'), reason: z.string() }),
  z.object({ challenge: z.string() }),
])

export type WebhookReceipt = z.output<typeof webhookReceiptSchema>
