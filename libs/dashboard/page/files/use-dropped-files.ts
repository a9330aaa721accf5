import { useEffect, useRef, useState } from 'preact/hooks';

/** Takes the files that are dropped on the page. Returns whether files are being dragged over it. */
export function useDroppedFiles(take: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    // Moving over elements inside of the page fires leave and enter again.
    let depth = 0;
    const move = (by: 1 | -1) => {
      depth += by;
      setOver(depth > 0);
    };
    const enter = () => move(1);
    const leave = () => move(-1);
    const drop = ({ dataTransfer }: DragEvent) => {
      depth = 0;
      setOver(false);
      if (dataTransfer !== null) latest.current(dataTransfer.files);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

/** Keeps a browser from opening a file that is dropped elsewhere, which would close the page. */
export function useNoOpeningOfDrops(): void {
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
}
