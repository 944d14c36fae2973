/** An archive: the path of its file, or its bytes. */
export type ArchiveSource = string | Uint8Array

/** One entry of an archive, unverified. */
export interface ArchiveEntry {
  readonly name: string
  /** `link`: symbolic and hard links. `other`: devices, pipes and anything else that is neither a file nor a folder. */
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Uncompressed size in bytes, as declared by the archive. */
  readonly size?: number
  /** Compressed size in bytes. */
  readonly compressedSize?: number
  readonly isExecutable?: boolean
  content(): AsyncIterable<Uint8Array>
}
