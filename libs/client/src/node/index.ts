export {
  type DownloadedFile,
  downloadToFile,
  type FileDownloadOptions,
  fileOnDisk,
} from './files.js';
