import { resolve } from 'node:path'
import type { Summarize } from '@hermes/compressor'
import { createTokenCounter } from '@hermes/compressor/tokens'
import {
  type CompressedLine,
  compressLines,
  createTrajectoryCompressor,
  type TrajectoryCompressorOptions,
  type TrajectoryLine,
} from '@hermes/compressor/trajectories'
import { InterruptError } from '@hermes/core'
import { askOnce } from '@hermes/core/wiring'
import type { Translate } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { createScreen, type Screen } from '../../render/screen/screen.js'
import { formatCount } from '../../render/text/format.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { openRuntime } from '../../setup/open-runtime.js'
import { onStopSignal } from '../../setup/signals.js'
import { UsageError } from '../../usage-error.js'
import { openOutput } from './open-output.js'
import { readLines } from './read-lines.js'
import { isSampled, parseShare } from './sample.js'
import { count, emptyTally, type Tally } from './tally.js'

/** Default token limit of trajectories for training. */
const usualTokens = 16_000
/** Number of broken lines that are listed. */
const namedLines = 10

/** `hermes trajectories compress IN OUT` */
export const compressTrajectories: CommandHandler = async (context) => {
  const { values, io, parameters } = context
  const { input, output } = toPaths(context)
  const controller = new AbortController()
  let stopCode: number | undefined
  const forget = onStopSignal((code, signal) => {
    stopCode = code
    controller.abort(new InterruptError(`Stopped by ${signal}.`))
  })
  const isRefused = values['no-color'] === true
  const style = createStyle(wantsColor({ stream: io.stderr, env: io.env, isRefused }), io.t)
  const screen = createScreen({ stream: io.stderr, style })
  try {
    const { signal } = controller
    await using compression = await openCompressor(context)
    const lines = sampled(readLines(input, { signal }), values.sample)
    const { compressor } = compression
    const workers = toCount('workers', values.workers ?? 4)
    const tally = await writeAll(compressLines(lines, { compressor, workers, signal }), output, { screen, t: io.t })
    screen.setStatus(undefined)
    await report(context, { input: parameters[0] ?? '', output: output ?? null, tally })
    return tally.broken.length > 0 ? exitCode.failed : exitCode.ok
  } catch (error) {
    if (stopCode === undefined) throw error
    screen.setStatus(undefined)
    await writeLine(io.stderr, io.t`Stopped: nothing was written.`)
    return stopCode
  } finally {
    screen.setStatus(undefined)
    forget()
  }
}

function toPaths({ values, parameters: [input = '', output], io }: CommandContext) {
  if (values['dry-run']) return { input: resolve(io.workingDirectory, input), output: undefined }
  if (output === undefined) throw new UsageError('Where to? Name the file to write, or use --dry-run.')
  return { input: resolve(io.workingDirectory, input), output: resolve(io.workingDirectory, output) }
}

function toCount(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value
  throw new UsageError(`--${name} ${value} is invalid: use a whole number above zero.`)
}

async function* sampled(lines: AsyncIterable<TrajectoryLine>, share: string | undefined) {
  const part = share === undefined ? 1 : parseShare(share)
  for await (const line of lines) if (isSampled(line.number, part)) yield line
}

async function openCompressor(context: CommandContext) {
  const { values } = context
  const counter = createTokenCounter({ model: values['count-as'] ?? 'gpt-5' })
  const targetTokens = toCount('target-tokens', values['target-tokens'] ?? usualTokens)
  await counter.load()
  const options: TrajectoryCompressorOptions = {
    targetTokens,
    countTokens: (value) => (typeof value === 'string' ? counter.countText(value) : counter.countMessage(value)),
  }
  const asks = values.model !== undefined && !values['dry-run']
  const model = asks ? await openModel(context) : undefined
  return {
    compressor: createTrajectoryCompressor(model ? { ...options, summarize: model.summarize } : options),
    [Symbol.asyncDispose]: async () => model?.[Symbol.asyncDispose](),
  }
}

/** Opens the model of the command line, or the configured one for compressions. */
async function openModel({ io, values }: CommandContext) {
  const runtime = await openRuntime({ io, values })
  const model = runtime.auxiliary('compression')
  if (!model) {
    await runtime[Symbol.asyncDispose]()
    throw new UsageError('No model is available for summaries: configure a provider, or omit --model.')
  }
  const summarize: Summarize = async ({ system, prompt, signal }) =>
    (await askOnce(model, { system, messages: [{ role: 'user', content: prompt }] }, { signal })).text
  return { summarize, [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose]() }
}

async function writeAll(
  lines: AsyncIterable<CompressedLine>,
  path: string | undefined,
  { screen, t }: { readonly screen: Screen; readonly t: Translate },
): Promise<Tally> {
  await using file = path === undefined ? undefined : openOutput(path)
  let tally = emptyTally
  for await (const line of lines) {
    tally = count(tally, line)
    if (line.status !== 'broken') await file?.writeLine(line.text)
    screen.setStatus(`${numberOf(tally, t)}, ${tokensOf(tally, t)}`)
  }
  await file?.commit()
  return tally
}

interface Outcome {
  readonly input: string
  readonly output: string | null
  readonly tally: Tally
}

async function report({ io, values }: CommandContext, { input, output, tally }: Outcome): Promise<void> {
  if (values.json) return writeLine(io.stdout, JSON.stringify({ input, output, ...tally }, undefined, 2))
  const { t } = io
  const { trajectories, compressed, unchanged, tooLong, broken, notices } = tally
  await writeLine(io.stdout, t`${numberOf(tally, t)}: ${tokensOf(tally, t)}.`)
  const kinds = [t`${compressed} compressed`, t`${unchanged} short enough`]
  if (tooLong > 0) kinds.push(t`${tooLong} still too long: nothing more can be dropped`)
  if (trajectories > 0) await writeLine(io.stdout, `${kinds.join(t`, `)}${t`.`}`)
  for (const [notice, times] of Object.entries(notices)) await writeLine(io.stderr, `${times} x ${t.of(notice)}`)
  for (const { line, reason } of broken.slice(0, namedLines))
    await writeLine(io.stderr, t`Line ${line}: ${t.of(reason)}`)
  if (broken.length > 0) {
    const lines = t.count(broken.length, 'line')
    await writeLine(
      io.stderr,
      broken.length === 1
        ? t`${lines} could not be read and is omitted.`
        : t`${lines} could not be read and are omitted.`,
    )
  }
}

function numberOf({ trajectories }: Tally, t: Translate): string {
  return t.count(trajectories, 'trajectory', 'trajectories')
}

function tokensOf({ tokensBefore, tokensAfter }: Tally, t: Translate): string {
  return t`${formatCount(tokensBefore)} tokens became ${formatCount(tokensAfter)}`
}
