import { lazily } from '@hermes/safety'
import * as z from 'zod'

const names = lazily(() => z.array(z.string().min(1)))

/** The section `provider_routing`: which of its providers OpenRouter uses. The keys are those of OpenRouter's API. */
export const providerRoutingSchema = lazily(() =>
  z
    .strictObject({
      sort: z
        .enum(['price', 'throughput', 'latency'])
        .optional()
        .describe('What OpenRouter prefers in a provider. Default: it balances price and uptime.'),
      only: names().optional().describe('The only providers that OpenRouter may ask: `[anthropic, google-vertex]`.'),
      ignore: names().optional().describe('Providers that OpenRouter must not ask.'),
      order: names().optional().describe('The providers that OpenRouter asks first, in this order.'),
      require_parameters: z
        .boolean()
        .optional()
        .describe('Whether OpenRouter only asks providers that support all parameters of a request.'),
      data_collection: z
        .enum(['allow', 'deny'])
        .optional()
        .describe('Whether OpenRouter may ask providers that store requests. Default: as your account says.'),
    })
    .prefault({}),
)

export type ProviderRouting = z.output<ReturnType<typeof providerRoutingSchema>>
