import { english } from '@hermes/safety/language'

/** Why `--resume latest` found nothing. `-c` takes the newest of any folder then. */
export function noneInFolder(folder: string): string {
  return english`No session was held in ${folder}: -c continues the newest one of any folder, and "sessions browse" shows all.`
}
