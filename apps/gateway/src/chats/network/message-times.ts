import type { InboundMessage } from '@hermes/core/platform'

export interface MessageTimesOptions {
  /** Whether the model reads when messages were written. */
  readonly isOn: () => boolean
  /** The time zone in which the model reads times. */
  readonly zone: () => string
}

/** Tells the model when messages were written. */
export interface MessageTimes {
  /** Returns the start of a message's text, such as `[Tue 2026-04-28 13:40 GMT+2] `. Empty if it is off, or if the network gives no time. */
  before(message: Pick<InboundMessage, 'sentAtMs'>): string
}

/** The latest time that a date can have. Clocks of a network may be wrong in any way. */
const latestMs = 8.64e15

export function createMessageTimes({ isOn, zone }: MessageTimesOptions): MessageTimes {
  return {
    before({ sentAtMs }) {
      if (!isOn() || !(sentAtMs > 0 && sentAtMs <= latestMs)) return ''
      const parts = formatOf(zone()).formatToParts(sentAtMs)
      const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
      const day = `${part('weekday')} ${part('year')}-${part('month')}-${part('day')}`
      return `[${day} ${part('hour')}:${part('minute')} ${part('timeZoneName')}] `
    },
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  })
}
