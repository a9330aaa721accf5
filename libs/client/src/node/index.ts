export { downloadToFile, type DownloadedFile, type FileDownloadOptions } from './download-to-file.js';
export { fileOnDisk } from './file-on-disk.js';
