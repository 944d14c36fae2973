import type { Clock } from '../clock/parse-clock.js'
import { hourIn, partsOfDay } from '../clock/parts-of-the-day.js'
import { parseNumber } from './parse-number.js'

const part = '(凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上)?'
const number = '([0-9零一二三四五六七八九十两]{1,3})'
const form = new RegExp(`^${part}${number}(?:点|时|:)(?:钟|整|(半)|(一刻|三刻)|${number}分?)?$`)
const alone: Readonly<Record<string, Clock>> = { 中午: { hour: 12, minute: 0 }, 午夜: { hour: 0, minute: 0 } }

/** Parses `上午9点`, `下午三点半`, `17:30`, `20点15分`, `中午`. Hours without a part of the day count from 0 to 23. */
export function parseChineseClock(text: string): Clock | undefined {
  if (Object.hasOwn(alone, text)) return alone[text]
  const found = form.exec(text)
  if (!found) return undefined
  const [, name = '', hours = '', half, quarter, minutes = '0'] = found
  if (text.endsWith(':')) return undefined
  const number = parseNumber(hours)
  const named = partsOfDay[name]
  const hour = named && number !== undefined ? hourIn(named, number, false) : number
  const minute = half ? 30 : quarter ? (quarter === '一刻' ? 15 : 45) : parseNumber(minutes)
  if (hour === undefined || minute === undefined || hour > 23 || minute > 59) return undefined
  return { hour, minute }
}
