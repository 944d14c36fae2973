/** Whether parts of a type are files. Those of an encrypted or signed mail are not; pictures that the HTML shows in place are. */
export function isFileType(mediaType: string): boolean {
  return !/^application\/(pgp-|pkcs7-|x-pkcs7-)/.test(mediaType)
}

/** The name of a file that has none. */
export function defaultName(mediaType: string): string {
  return `file.${mediaType.split('/')[1] ?? 'bin'}`
}
