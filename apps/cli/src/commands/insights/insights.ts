import { type Activity, collectInsights, type Insights, toUsageJson } from '@hermes/conversations/stored'
import type { Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { widthOf } from '../../render/screen/screen.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { withStoreToRead } from '../../setup/with-store.js'
import { chartMarks, isUtf8Locale } from '../sessions/render/chart-marks.js'

const usualDays = 30

/** `hermes insights` */
export const insights: CommandHandler = async (context) => {
  const { values, io } = context
  const days = values.days ?? usualDays
  const collected = await withStoreToRead(context, (store) =>
    collectInsights(store, {
      ...(days > 0 && { sinceMs: startOfDays(days, new Date()) }),
      ...(values.source !== undefined && { source: values.source }),
    }),
  )
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(toJson(collected, days), undefined, 2))
  } else if (collected.total.messages === 0 && collected.total.apiCalls === 0) {
    await writeLine(io.stderr, nothingIn(days, io.t))
  } else {
    const { renderInsights } = await import('../sessions/render/render-insights.js')
    const isRefused = values['no-color'] === true
    const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
    await write(
      io.stdout,
      renderInsights(collected, { style, marks: chartMarks(isUtf8Locale(io.env)), ...widthOf(io.stdout) }),
    )
  }
  return exitCode.ok
}

function nothingIn(days: number, t: Translate): string {
  if (days === 0) return t`There was no activity yet.`
  return days === 1 ? t`There was no activity in the last day.` : t`There was no activity in the last ${days} days.`
}

/** Returns the start of the last N whole days, including today. */
function startOfDays(days: number, now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).getTime()
}

function toJson({ total, days, models, tasks, surfaces, tools }: Insights, limit: number) {
  return {
    days: limit === 0 ? null : limit,
    total: toActivityJson(total),
    by_day: days.map((entry) => ({ day: entry.name, ...toActivityJson(entry) })),
    by_model: models.map((entry) => ({ model: entry.name, ...toCallsJson(entry) })),
    by_task: tasks.map((entry) => ({ task: entry.name, ...toCallsJson(entry) })),
    by_source: surfaces.map((entry) => ({ source: entry.name, ...toActivityJson(entry) })),
    by_tool: tools,
  }
}

function toActivityJson({ conversations, messages, toolCalls, apiCalls, usage }: Activity) {
  return { conversations, messages, tool_calls: toolCalls, api_calls: apiCalls, ...toUsageJson(usage) }
}

/** Messages are not attributed to models and tasks. */
function toCallsJson({ conversations, apiCalls, usage }: Activity) {
  return { conversations, api_calls: apiCalls, ...toUsageJson(usage) }
}
