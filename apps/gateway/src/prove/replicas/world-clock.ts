import * as z from 'zod'

/** The message from `prove` to a replica: how far its clock is ahead of the right time. */
const clockMessage = z.object({ aheadMs: z.number() })

export type ClockMessage = z.infer<typeof clockMessage>

/** Lets the clock of this process jump when `prove` says so. Times that were read earlier do not change. */
export function followWorldClock(process: NodeJS.Process): void {
  let aheadMs = 0
  const RightDate = Date
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [RightDate.now() + aheadMs] : args, newTarget),
    apply: () => new RightDate(RightDate.now() + aheadMs).toString(),
    get: (target, key, receiver) =>
      key === 'now' ? () => RightDate.now() + aheadMs : Reflect.get(target, key, receiver),
  })
  process.on('message', (message) => {
    aheadMs = clockMessage.parse(message).aheadMs
  })
  // The channel alone does not keep a stopped gateway alive.
  process.channel?.unref()
}
