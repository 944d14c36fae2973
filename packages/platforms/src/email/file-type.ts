/** Whether parts of a type are files. Parts of an encrypted or signed mail are not; pictures that the HTML shows inline are. */
export function isFileType(mediaType: string): boolean {
  return !/^application\/(pgp-|pkcs7-|x-pkcs7-)/.test(mediaType)
}

/** Returns a name for a file that has none. */
export function defaultName(mediaType: string): string {
  return `file.${mediaType.split('/')[1] ?? 'bin'}`
}
