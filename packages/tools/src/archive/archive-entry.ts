/** One entry of an archive, as its format tells it: nothing of it has been checked. */
export interface ArchiveEntry {
  readonly name: string
  /** `link`: symbolic and hard links. `other`: devices, pipes and whatever else is neither a file nor a folder. */
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Bytes, as the archive claims. */
  readonly size?: number
  /** Bytes that the entry takes in the archive. */
  readonly compressedSize?: number
  readonly isExecutable?: boolean
  content(): AsyncIterable<Uint8Array>
}
