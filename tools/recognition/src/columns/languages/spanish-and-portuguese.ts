import { type ExportFile, exportFile } from '../export-file.js';

const IDS = ['1001', '1002', '1003', '1004'];
const SPANISH = ['612 34 56 78', '+34 612 345 679', '612345680', '612-345-681'];
const BRAZILIAN = ['(11) 96123-4567', '+55 11 96123-4568', '11961234569', '(11) 96123 4570'];

export const SPANISH_AND_PORTUGUESE: readonly ExportFile[] = [
  exportFile('Spanish: Teléfono', {
    header: 'Nombre|Apellidos|Teléfono|Correo electrónico',
    cells: { Nombre: ['Ana', 'Blas', 'Carla', 'Dora'], Teléfono: SPANISH },
    country: 'ES',
    person: 'Teléfono',
  }),
  exportFile('Spanish: Móvil', {
    header: 'Nº cliente|Nombre|Apellidos|NIF|Móvil|Código postal',
    cells: {
      'Nº cliente': IDS,
      Nombre: ['Ana', 'Blas', 'Carla', 'Dora'],
      NIF: ['12345678Z', '23456789D', '34567890V', '45678901G'],
      Móvil: SPANISH,
      'Código postal': ['28001', '28002', '28003', '28004'],
    },
    country: 'ES',
    person: 'Móvil',
  }),
  exportFile('Spanish: Celular of digits', {
    header: 'Cliente|Cédula|Celular',
    cells: {
      Cliente: ['Ana', 'Blas', 'Carla', 'Dora'],
      Cédula: ['1020304050', '1020304051', '1020304052', '1020304053'],
      Celular: ['3101234567', '3101234568', '3101234569', '3101234570'],
    },
    country: 'CO',
    person: 'Celular',
  }),
  exportFile('Spanish: Número', {
    header: 'Contacto|Número',
    cells: { Contacto: ['Ana', 'Blas', 'Carla', 'Dora'], Número: SPANISH },
    country: 'ES',
    person: 'Número',
  }),
  exportFile('Portuguese: Telefone', {
    header: 'Nome|CPF|Telefone|E-mail',
    cells: {
      Nome: ['Ana', 'Bruno', 'Carla', 'Davi'],
      CPF: ['111.444.777-35', '222.555.888-46', '333.666.999-57', '444.777.111-68'],
      Telefone: BRAZILIAN,
    },
    country: 'BR',
    person: 'Telefone',
  }),
  exportFile('Portuguese: Celular', {
    header: 'Cliente|CEP|Celular',
    cells: {
      Cliente: ['Ana', 'Bruno', 'Carla', 'Davi'],
      CEP: ['01310-100', '01310-200', '01310-300', '01310-400'],
      Celular: BRAZILIAN,
    },
    country: 'BR',
    person: 'Celular',
  }),
];
