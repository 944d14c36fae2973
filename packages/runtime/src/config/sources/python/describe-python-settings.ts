import { newValueOf, type PythonSetting } from './python-setting.js'

export interface DescribedSettings {
  readonly file: string
  readonly settings: readonly PythonSetting[]
  /** One sentence for each value that only the Hermes Agent in Python has, about what is used instead. */
  readonly replaced: readonly string[]
  /** Returns the reason why a setting is ignored if it has no counterpart. */
  reasonOf(setting: PythonSetting): string | undefined
}

/** The maximum number of settings that are named. Beyond that, they are only counted. */
const mostTold = 12

/** Describes the settings of the Hermes Agent in Python for the messages at each start, one sentence each. */
export function describePythonSettings(described: DescribedSettings): readonly string[] {
  const { settings, replaced, file } = described
  const staying = settings.filter(({ stays }) => stays !== undefined)
  const going = settings.filter(({ stays }) => stays === undefined)
  if (going.length + replaced.length <= mostTold) return [...replaced, ...sentencesAbout(settings, described)]
  const used = going.filter(({ becomes }) => becomes.length > 0).length + replaced.length
  const ignored = going.length + replaced.length - used
  return [
    `${file} is written for the Hermes Agent in Python. ${used} of its settings are used under another name or with another value, ${ignored} have no effect: ${advice}`,
    ...sentencesAbout(staying, described),
  ]
}

const advice = 'migrate the settings once only this program reads them.'

function sentencesAbout(settings: readonly PythonSetting[], { file, reasonOf }: DescribedSettings): readonly string[] {
  const told = settings.flatMap((setting): readonly string[] => {
    const sentence = reasonOf(setting) === undefined ? describeConverted(setting, file) : undefined
    return sentence === undefined ? [] : [sentence]
  })
  const byReason = Map.groupBy(
    settings.filter((setting) => reasonOf(setting) !== undefined),
    (setting) => reasonOf(setting) ?? '',
  )
  const ignored = [...byReason].map(([reason, settings]) => {
    const names = settings.map(({ path }) => path.join('.')).join(', ')
    return `Settings of the Hermes Agent in Python in ${file} are ignored: ${names}. ${reason}`
  })
  return [...told, ...ignored]
}

function describeConverted(setting: PythonSetting, file: string): string | undefined {
  const { path, becomes, remark, stays } = setting
  const name = `${path.join('.')} in ${file}`
  const value = newValueOf(setting)
  const end = remark === undefined ? '' : ` ${remark}`
  if (value !== undefined) {
    const here = typeof value === 'object' ? 'written otherwise' : `"${String(value)}"`
    return `The value of ${name} is ${here} here and is used as that: ${advice}${end}`
  }
  const targets = becomes.map((each) => each.path.join('.')).join(' and ')
  if (targets !== '') return `${name} is ${targets} here and is used as that: ${advice}${end}`
  const reason = stays ?? remark
  return reason === undefined ? undefined : `${name} is ignored. ${reason}`
}
