/** Whether and how messages are shown with the time at which they were written. */
export interface MessageTimes {
  isShown: boolean
  /** Formats a time in the locale of the user: the time of day, and for earlier days also the date. */
  format(atMs: number): string
}

export interface MessageTimesOptions {
  /** Environment variables: `LC_ALL`, `LC_TIME` or `LANG` selects the locale. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether times are shown. Default: false. */
  readonly isShown?: boolean
  /** Returns the current time. Default: the system clock. */
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

/** Converts `de_DE.UTF-8` to `de-DE`. A locale without a language, such as `C`, gets a 24-hour clock. */
function timeLocale({ LC_ALL, LC_TIME, LANG }: MessageTimesOptions['env']): string {
  const tag = (LC_ALL || LC_TIME || LANG || '').split(/[.@]/, 1).join().replaceAll('_', '-')
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? 'en-GB'
  } catch {
    return 'en-GB'
  }
}
