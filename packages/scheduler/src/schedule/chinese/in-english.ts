import { parseChineseClock } from './parse-chinese-clock.js'
import { parseNumber } from './parse-number.js'

const week = '(?:周|星期|礼拜)'
const dayNames = '日一二三四五六'
const english = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const units: Readonly<Record<string, string>> = { 分: 'minutes', 小: 'hours', 天: 'days', 周: 'weeks', 星: 'weeks' }
const duration = '(半|[0-9零一二三四五六七八九十两]+)?(?:个)?(分钟|小时|天|周|星期)'

const everyDuration = new RegExp(`^每(隔)?${duration}$`)
const afterDuration = new RegExp(`^${duration}(?:后|之后|以后)$`)
// Any character may follow. A character that `.` does not match would be searched for again from each day.
const everyWeekday = new RegExp(
  `^每个?${week}([${dayNames}天](?:(?:至|到|[、,和])?${week}?[${dayNames}天])*)([\\s\\S]+)$`,
)
const everyMonth = /^每个?月(?:的)?(?:([0-9零一二三四五六七八九十]+)[号日]|(最后一天))(.+)$/
const everyDay = /^(每天|每日|每个?工作日|工作日|每个?周末|周末)(?:的)?(.+)$/
const nextWeek = new RegExp(`^下个?${week}([${dayNames}天])(.+)$`)
const someDay = /^(今天|明天|后天|今晚|明晚|今早|明早)(.+)$/

const groups: Readonly<Record<string, string>> = { 天: 'day', 日: 'day', 作: 'weekday', 末: 'weekend' }
const days: Readonly<Record<string, string>> = { 今: 'today', 明: 'tomorrow', 后: 'the day after tomorrow' }

/**
 * Translates a schedule in Chinese to the English phrase with the same meaning: `每周一9点` is `every monday at 9:00`.
 * @param text In lower case.
 * @returns `undefined` for words that are not a schedule, or that are ambiguous.
 */
export function inEnglish(text: string): string | undefined {
  const words = text.normalize('NFKC').replace(/\s+/g, '')
  return (
    inDuration(words) ?? onWeekdays(words) ?? onDaysOfMonth(words) ?? onDays(words) ?? onceOnDay(words) ?? at('', words)
  )
}

function inDuration(words: string): string | undefined {
  const [, gap, count, unit = ''] = everyDuration.exec(words) ?? []
  // "每隔一天" means every other day to some people, and every day to others.
  const isClear = gap === undefined || /分钟|小时/.test(unit)
  // "每天" and "每周" lack a time.
  const isWhole = count !== undefined || /分钟|小时/.test(unit)
  if (unit && isClear && isWhole) return told('every ', count, unit)
  const [, delay, of = ''] = afterDuration.exec(words) ?? []
  return delay === undefined ? undefined : told('in ', delay, of)
}

function told(before: string, count = '一', unit: string): string | undefined {
  if (count === '半') return unit === '小时' ? `${before}30 minutes` : undefined
  const number = parseNumber(count)
  return number === undefined ? undefined : `${before}${number} ${units[unit.charAt(0)]}`
}

function onWeekdays(words: string): string | undefined {
  const [, list = '', time = ''] = everyWeekday.exec(words) ?? []
  if (list === '') return undefined
  // "每周一三点" is at three o'clock: the last day may be the hour.
  return onWeekdaysAt(list, time) ?? onWeekdaysAt(list.slice(0, -1), `${list.slice(-1)}${time}`)
}

function onWeekdaysAt(list: string, time: string): string | undefined {
  const numbers: number[] = []
  for (const [, link, name = ''] of list.replace(/周|星期|礼拜/g, '').matchAll(/([至到、,和])?([日一二三四五六天])/g)) {
    const number = dayNames.indexOf(name === '天' ? '日' : name)
    const last = numbers.at(-1)
    // Weeks begin on Monday: "周五到周日".
    if (last !== undefined && (link === '至' || link === '到')) {
      for (let between = last + 1; between <= (number || 7); between++) numbers.push(between % 7)
    } else numbers.push(number)
  }
  return at(`every ${numbers.map((number) => english[number]).join(' and ')} `, time)
}

function onDaysOfMonth(words: string): string | undefined {
  const [, day, last, time = ''] = everyMonth.exec(words) ?? []
  if (last) return at('last day of the month ', time)
  const number = parseNumber(day ?? '')
  return number === undefined ? undefined : at(`the ${number}th of the month `, time)
}

function onDays(words: string): string | undefined {
  const [, name = '', time = ''] = everyDay.exec(words) ?? []
  const key = name.endsWith('工作日') ? '作' : name.slice(-1)
  const group = groups[key]
  return group && at(`every ${group} `, time)
}

function onceOnDay(words: string): string | undefined {
  const [, weekday, later = ''] = nextWeek.exec(words) ?? []
  if (weekday) return at(`${english[dayNames.indexOf(weekday === '天' ? '日' : weekday)]} of next week `, later)
  const [, name = '', rest = ''] = someDay.exec(words) ?? []
  const part = name.endsWith('晚') ? '晚上' : name.endsWith('早') ? '早上' : ''
  const day = days[name.charAt(0)]
  return day && at(`${day} `, `${part}${rest}`)
}

function at(day: string, time: string): string | undefined {
  // At night, twelve o'clock belongs to the next day, which makes no difference for every day.
  const said = day === 'every day ' ? time.replace(/^(?:晚上|夜里|半夜)(?:12|十二)点(?:钟|整)?$/, '午夜') : time
  const clocks = said.split(/[、,和]/).map(parseChineseClock)
  if (clocks.length > 1 && !day.startsWith('every ')) return undefined
  const times = clocks.map((clock) => clock && `${clock.hour}:${String(clock.minute).padStart(2, '0')}`)
  return times.includes(undefined) ? undefined : `${day}at ${times.join(' and ')}`
}
