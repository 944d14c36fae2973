import { definePlatform, type PlatformExtension } from '@hermes/core/extension'
import { createMatrix } from './create-matrix.js'
import { type MatrixOptions, matrixOptions } from './matrix-options.js'

export { createMatrix, type MatrixServices } from './create-matrix.js'
export { type MatrixOptions, matrixOptions } from './matrix-options.js'

/** Defines the Matrix platform. @param keysFolder See {@link MatrixServices}. */
export function matrixPlatform(keysFolder?: string): PlatformExtension<MatrixOptions> {
  return definePlatform({
    id: 'matrix',
    options: matrixOptions,
    create: async (options, services) => createMatrix(options, { ...services, keysFolder }),
  })
}

export default matrixPlatform()
