/** Whether messages are shown with the time at which they were written, and how. */
export interface MessageTimes {
  isShown: boolean
  /** The time of day in the locale of the user; before today with its date. */
  format(atMs: number): string
}

export interface MessageTimesOptions {
  /** Their `LC_ALL`, `LC_TIME` or `LANG` is the locale. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Default false. */
  readonly isShown?: boolean
  /** Default: the clock of the system. */
  readonly now?: () => number
}

export function createMessageTimes({ env, isShown = false, now = Date.now }: MessageTimesOptions): MessageTimes {
  const locale = timeLocale(env)
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    isShown,
    format(atMs) {
      const isToday = new Date(atMs).toDateString() === new Date(now()).toDateString()
      return (isToday ? time : day).format(atMs)
    },
  }
}

/** `de_DE.UTF-8` is `de-DE`. A locale without a language, such as `C`, gets a clock of 24 hours. */
function timeLocale({ LC_ALL, LC_TIME, LANG }: MessageTimesOptions['env']): string {
  const tag = (LC_ALL || LC_TIME || LANG || '').split(/[.@]/, 1).join().replaceAll('_', '-')
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? 'en-GB'
  } catch {
    return 'en-GB'
  }
}
