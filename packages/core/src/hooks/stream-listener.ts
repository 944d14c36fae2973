import { HermesError } from '../contracts/errors/errors.js'
import type {
  InterimMessageEvent,
  StreamDeltaEvent,
  StreamEndEvent,
  StreamHooks,
  StreamStartEvent,
} from '../contracts/turn/stream-hooks.js'
import type { HookCalls } from './hook-calls.js'
import { HookLine } from './hook-line.js'
import type { PluginHooks } from './plugin-hooks.js'

/** The stream hooks of one plugin in a turn. Its members return immediately. */
export interface StreamListener {
  start(event: StreamStartEvent): void
  delta(event: StreamDeltaEvent): void
  end(event: Omit<StreamEndEvent, 'missedChars'>): void
  interim(event: InterimMessageEvent): void
}

export interface StreamListenerOptions {
  readonly calls: HookCalls
  readonly report: (problem: HermesError) => void
}

const names = [
  'on_stream_start',
  'on_stream_delta',
  'on_stream_end',
  'on_interim_message',
] as const satisfies readonly (keyof StreamHooks)[]

/** Returns the plugins that listen to streams; `undefined` if there are none, so that a delta costs nothing. */
export function streamListeners(
  hooks: PluginHooks,
  options: StreamListenerOptions,
): readonly StreamListener[] | undefined {
  const plugins = new Set(names.flatMap((name) => hooks[name].map(({ plugin }) => plugin)))
  return plugins.size === 0 ? undefined : [...plugins].map((plugin) => createListener(plugin, hooks, options))
}

function createListener(plugin: string, hooks: PluginHooks, { calls, report }: StreamListenerOptions): StreamListener {
  const started = hooks.on_stream_start.find((each) => each.plugin === plugin)
  const grown = hooks.on_stream_delta.find((each) => each.plugin === plugin)
  const ended = hooks.on_stream_end.find((each) => each.plugin === plugin)
  const said = hooks.on_interim_message.find((each) => each.plugin === plugin)
  const line = new HookLine<StreamDeltaEvent>({
    join: joinDeltas,
    sizeOf: ({ text }) => text.length,
    onFull: () => report(tooSlow(plugin)),
  })
  let missedChars = 0
  return {
    start(event) {
      missedChars = 0
      if (started) line.add(() => calls.tell('on_stream_start', started, event))
    },
    delta(event) {
      if (!grown) return
      const hasPlace = line.addPiece(event, (whole) => calls.tell('on_stream_delta', grown, whole))
      if (!hasPlace) missedChars += event.text.length
    },
    end(event) {
      const whole = { ...event, missedChars }
      if (ended) line.add(() => calls.tell('on_stream_end', ended, whole))
    },
    interim(event) {
      if (said) line.add(() => calls.tell('on_interim_message', said, event))
    },
  }
}

function joinDeltas(last: StreamDeltaEvent, next: StreamDeltaEvent): StreamDeltaEvent | undefined {
  const isOneText = last.kind === next.kind && last.iteration === next.iteration
  return isOneText ? { ...last, text: last.text + next.text } : undefined
}

function tooSlow(plugin: string): HermesError {
  const sentence = `The stream hooks of "${plugin}" are too slow for the answer: they miss a part of it. Let them return sooner.`
  return new HermesError('hook/time-limit', sentence)
}
