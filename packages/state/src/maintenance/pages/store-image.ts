import { existsSync } from 'node:fs'
import { applicationId } from '../../migrations/migrate.js'
import { sideFiles } from '../files/side-files.js'
import { openPageImage, type PageImage } from './page-image.js'
import { readSchema } from './read-rows.js'

/** Opens a damaged store with the log that was saved when the damage was found, because SQLite may have truncated the current one. */
export function openStoreImage(path: string): PageImage {
  const kept = sideFiles.damagedLog(path)
  return openPageImage(path, existsSync(kept) && existsSync(sideFiles.damage(path)) ? kept : `${path}-wal`)
}

/** Whether anything in the file identifies it as a Hermes store. */
export function isStoreImage(image: PageImage): boolean {
  if (image.page(1)?.readUInt32BE(68) === applicationId) return true
  const names = readSchema(image).map(({ name }) => name)
  return names.includes('sessions') && names.includes('messages') && names.includes('state_meta')
}

/** Whether a repair would find a Hermes store in the file or its log. */
export function holdsStore(path: string): boolean {
  const image = openStoreImage(path)
  try {
    return isStoreImage(image)
  } finally {
    image.close()
  }
}
