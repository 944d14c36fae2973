import { resolveSession, rootOf } from '@hermes/core/sessions'
import { type CachedCall, readCachedCalls } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { formatUsd } from '../../render/text/format-cost.js'
import { oneLine } from '../../render/text/safe-text.js'
import { createStyle, type Style, wantsColor } from '../../render/text/style.js'
import { withStoreToRead } from '../../setup/with-store.js'

/** `hermes sessions cache SESSION`: shows each model call with its cached tokens and what broke the prefix. */
export const showCache: CommandHandler = async (context) => {
  const {
    values,
    io,
    parameters: [reference = ''],
  } = context
  const calls = await withStoreToRead(context, async (store) => {
    const { id } = await rootOf(store, await resolveSession(store, reference))
    return readCachedCalls(store, id)
  })
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(calls, undefined, 2))
    return exitCode.ok
  }
  const isRefused = values['no-color'] === true
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
  await write(io.stdout, cacheReport(calls, style))
  return exitCode.ok
}

function cacheReport(calls: readonly CachedCall[], style: Style): string {
  const { t } = style
  if (calls.length === 0) return `${t`No model call of this session was recorded.`}\n`
  const breaks = calls.flatMap((call) => call.break ?? [])
  const lost = breaks.reduce((sum, { microUsd = 0 }) => sum + microUsd, 0)
  const amount = t.count(calls.length, 'model call')
  const head =
    lost > 0
      ? t`${amount}, ${breaks.length} lost the cached prefix, for about ${formatUsd(lost, t)}`
      : t`${amount}, ${breaks.length} lost the cached prefix`
  const lines = calls.flatMap((call, index) => callLines(call, index, style))
  return `${[style.bold(head), '', style.muted(t`call  prompt tokens  cached by the provider`), ...lines].join('\n')}\n`
}

function callLines(
  { promptTokens, cachedTokens, break: broken }: CachedCall,
  index: number,
  style: Style,
): readonly string[] {
  const share = promptTokens === 0 ? 0 : Math.round((cachedTokens / promptTokens) * 100)
  const figures = [
    String(index + 1).padStart(4),
    figure(promptTokens).padStart(13),
    `${figure(cachedTokens)} (${share} %)`,
  ]
  if (!broken) return [figures.join('  ')]
  const { part, how, byte, now, microUsd } = broken
  const { t } = style
  const place = now === undefined ? '' : t`, now "${oneLine(now)}"`
  const cost = microUsd === undefined ? '' : t`, about ${formatUsd(microUsd, t)}`
  const where = t`${oneLine(part)} ${t.of(how)} at byte ${figure(byte)}`
  return [figures.join('  '), style.warning(`      ${where}${place}${cost}`)]
}

function figure(value: number): string {
  return value.toLocaleString('en-US')
}
