import { english } from '@hermes/safety/language'

/** Explains why `--resume latest` found nothing. In that case `-c` takes the newest session of any folder. */
export function describeNoSession(folder: string): string {
  return english`No session was held in ${folder}: -c continues the newest one of any folder, and "sessions browse" shows all.`
}
