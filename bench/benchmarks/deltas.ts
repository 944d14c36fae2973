import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Benchmark, Figures, Prepare, Work } from '../benchmark.ts'
import { model, system } from '../conversation.ts'
import { createFloorClient, createStringifiedHistory, floorAnswer } from '../floors.ts'
import { createOpenAI } from '../openai.ts'
import { createProduct, createProductTransport, takeTurn } from '../product.ts'

const count = 262_144
const input = 'Write a long text.'

export const deltas: Benchmark = {
  id: 'deltas',
  title: '1 MB of text in deltas of 4 characters',
  rounds: 3,
  floor: 'floor-http',
  contenders: {
    'floor-http': whole(async (baseUrl) => {
      const client = createFloorClient(baseUrl)
      const request = createStringifiedHistory()
      request.add({ role: 'user', content: input })
      return async () => (await floorAnswer(client, request.body())).text.length
    }),
    'hermes-transport': whole(async (baseUrl) => {
      const transport = await createProductTransport(baseUrl)
      const request = { model, system, messages: [{ role: 'user', content: input }], tools: [] } as const
      return async () => {
        let length = 0
        for await (const event of transport.stream(request, { signal: new AbortController().signal })) {
          if (event.type === 'text-delta') length += event.text.length
        }
        return length
      }
    }),
    hermes: whole(async (baseUrl) => {
      const agent = await createProduct({ baseUrl })
      return async () => (await takeTurn(agent, input)).length
    }),
    // A plugin receives each delta.
    'hermes-heard': whole(async (baseUrl) => {
      let heard = 0
      const on_stream_delta = ({ text }: { readonly text: string }) => {
        heard += text.length
      }
      const agent = await createProduct({ baseUrl, plugins: [{ name: 'listener', hooks: { on_stream_delta } }] })
      return async () => {
        heard = 0
        await takeTurn(agent, input)
        return heard
      }
    }),
    openai: whole(async (baseUrl) => {
      const client = await createOpenAI(baseUrl)
      return async () => {
        const stream = client.chat.completions.stream({ model, messages: [{ role: 'user', content: input }] })
        return (await stream.finalContent())?.length ?? 0
      }
    }),
  },
  targets: [
    { contender: 'hermes-transport', figure: 'wallMs', limit: 1.3, against: 'floor-http' },
    { contender: 'hermes', figure: 'wallMs', limit: 1.3, against: 'floor-http' },
    { contender: 'hermes', figure: 'deltaUs', limit: 2 },
    { contender: 'hermes', figure: 'wallMs', limit: 0.25, against: 'openai' },
    { contender: 'hermes', figure: 'stallMs', limit: 40 },
  ],
}

/** Measures a complete stream: the time per delta and the longest event loop delay. */
function whole(prepare: (baseUrl: string) => Promise<() => Promise<number>>): Prepare {
  return async ({ server }): Promise<Work> => {
    const readAll = await prepare(`${server}/deltas/${count}`)
    return async (): Promise<Figures> => {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const start = performance.now()
      const length = await readAll()
      const deltaUs = ((performance.now() - start) * 1000) / count
      delay.disable()
      if (length !== 4 * count) throw new Error(`The text has ${length} characters instead of ${4 * count}.`)
      return { deltaUs, stallMs: delay.max / 1e6 }
    }
  }
}
