/** The path of an archive file, or the bytes of an archive. */
export type ArchiveSource = string | Uint8Array

/** One entry of an archive, unverified. */
export interface ArchiveEntry {
  readonly name: string
  /**
   * `link`: a symbolic or hard link. `other`: a device, a pipe or anything else that is neither a file nor a folder.
   */
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Uncompressed size in bytes, as declared by the archive. */
  readonly size?: number
  /** Compressed size in bytes. */
  readonly compressedSize?: number
  readonly isExecutable?: boolean
  content(): AsyncIterable<Uint8Array>
}
