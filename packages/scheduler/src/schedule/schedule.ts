/** When a job is due: plain data that a store can keep. */
export type Schedule =
  /** Once, at this time in milliseconds since 1970. */
  | { readonly kind: 'once'; readonly atMs: number }
  /** Every `everyMs` of real time after `fromMs`, whatever the clocks of a time zone do. */
  | { readonly kind: 'interval'; readonly everyMs: number; readonly fromMs: number }
  /** Five cron fields in the local time of an IANA time zone. */
  | { readonly kind: 'cron'; readonly fields: string; readonly zone: string }
