import type { Plugin, Transport } from '@hermes/core'
import {
  definePlugin,
  defineTransport,
  type Host,
  type PluginExtension,
  type TransportExtension,
} from '@hermes/core/extension'
import { expectTypeOf } from 'vitest'
import * as z from 'zod'

declare const transport: Transport

// `create` gets the parsed options and the host.
const weather = definePlugin({
  id: 'weather',
  options: z.strictObject({ city: z.string(), days: z.number().default(3) }),
  capabilities: ['network', 'store'],
  create: ({ city, days }, host) => {
    expectTypeOf(city).toEqualTypeOf<string>()
    expectTypeOf(days).toEqualTypeOf<number>()
    expectTypeOf(host).toEqualTypeOf<Host>()
    return { name: 'weather', tools: [] }
  },
})
expectTypeOf(weather).toEqualTypeOf<PluginExtension<{ city: string; days: number }>>()
expectTypeOf(weather.kind).toEqualTypeOf<'plugin'>()

// A plugin may be disposable.
definePlugin({
  id: 'p',
  options: z.object({}),
  create: async () => ({ name: 'p', [Symbol.asyncDispose]: async () => undefined }),
})

definePlugin({
  id: 'p',
  options: z.object({}),
  // @ts-expect-error: there is no such capability.
  capabilities: ['everything'],
  create: () => ({ name: 'p' }),
})

// @ts-expect-error: a plugin has a name.
definePlugin({ id: 'p', options: z.object({}), create: () => ({ tools: [] }) })

const foo = defineTransport({
  id: 'foo',
  options: z.object({ apiKey: z.string() }),
  create: ({ apiKey }, { fetch, logger }) => {
    expectTypeOf(apiKey).toEqualTypeOf<string>()
    expectTypeOf(fetch).toEqualTypeOf<typeof globalThis.fetch>()
    logger.log('info', 'opened')
    return transport
  },
})
expectTypeOf(foo).toEqualTypeOf<TransportExtension<{ apiKey: string }>>()

// Every part of a plugin except its name may be omitted.
expectTypeOf<{ name: string }>().toExtend<Plugin>()
